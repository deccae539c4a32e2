.text
	mull v1, v2
