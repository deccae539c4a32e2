	.text
	.type	k,@function
k:
	csrr	a1, mhartid
	amoadd.w.aqrl	a0, a1, (a2)
	.insn r 0x0B, 4, 0, x0, a1, a2
	call	f
	bleu	a0, a1, .L1
	fmadd.s	fa0, fa1, fa2, fa3
.L1:
	jalr	tp
	tail	f
