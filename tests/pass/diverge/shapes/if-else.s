# SPDX-License-Identifier: Apache-2.0
# Both ways do something; the predicate is 0 or 1 already and is split on as it is.
# warpclock-kernel k
	.text
	.type	k,@function
k:
	csrr	a2, 0xCC0
	andi	a3, a2, 1
	beqz	a3, .LBB0_2
.Ltmp0:
	.loc	0 3 5
	li	a4, 7
	j	.LBB0_3
.LBB0_2:
	li	a4, 9
.LBB0_3:
.Ltmp1:
	slli	a2, a2, 2
	add	a0, a0, a2
	sw	a4, 0(a0)
	ret
.Lfunc_end0:
	.size	k, .Lfunc_end0-k
