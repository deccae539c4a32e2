// forms that the other programs do not have
.data
	0, 0x10000, 64, 4, n
	31 0x20000 16 1 d "values.txt"
.sp_data
	2 16 8 8
.text
START:
	mov v63, -FLT_MAX
	mov v1, M_PI_F
	add v1, v1, .25
	add v1, v1, 1.f
	add v1, v1, 0f
	iadd v2, v2, 0xffffffff
	smovssp sc.sd_words, s31
	smovssp sc7, 1048575
	ldgcidx 31
	stgcidx 0, s1, -3
	ldglin.vec4 v60, 0, -1, s2
	stsplin vc.mem_data, 2, 1
	sldg s30, 0, 4
	sldsp s0, 2, s1
	cpush.jc START, p3
	#bound value 7
	smovssp sc.sd_period, s2
	#bound branchcycle 6 1
	sicj.le START, s0
	printcmask.exit
	printvgpr v1, 1023
	exit p0
	exit
