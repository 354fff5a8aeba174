/**
 * Uppercase letters and the characters that look like them, by code point: the skeletons of UTS #39 (Unicode 15, from
 * ICU 72), of characters with a skeleton of Latin letters and digits that compatibility decomposition leaves unchanged.
 */
const rows = `
2 1a7 3e8 14bf a644 a6ef a75a
3 1b7 21c 417 4e0 2ccc a76a a7ab 118ca 16f3b 1d206
4 13ce 118af
5 1bc 118bb
6 431 13ee 2cd2 118d5
7 104d2 118c6 1d212
8 222 223 9ea a6a 1031a 1e8cb
9 9ed a67 b68 d6d 2cca a76e 118ac 118cc 118d6
A 251 391 3b1 410 430 13aa 15c5 237a a4ee 102a0 16f40 1d6a8 1d6c2 1d6e2 1d6fc 1d71c 1d736 1d756 1d770 1d790
A 1d7aa
AA a732 a733
AE c6 e6 4d4 4d5
AO a734 a735
AR 1f707
AU a736 a737
AV a738 a739 a73a a73b
AY a73c a73d
B 184 392 412 42c 13cf 13f4 1472 15af 15f7 a4d0 a7b4 10282 102a1 10301 1d6a9 1d6e3 1d71d 1d757 1d791
BL 42b
C 3f2 3f9 421 441 13df 1d04 2ca4 2ca5 a4da abaf 102a2 10302 10415 1043d 1051c 118e9 118f2 1f74c
D 501 13a0 13e7 146f 15de 15ea a4d2 a4d3
DZ 2a3
E 395 415 435 4bd 13ac 212e 22ff 2d39 a4f0 ab32 10286 118a6 118ae 1d6ac 1d6e6 1d720 1d75a 1d794
F 3dc 584 15b4 1e9d a4dd a798 a799 ab35 10287 102a5 10525 118a2 118c2 1d213 1d7ca
G 18d 261 50c 581 13c0 13f3 1d83 a4d6
H 397 41d 4bb 570 13bb 13c2 157c 2c8e a4e7 102cf 1d6ae 1d6e8 1d722 1d75c 1d796
I 269 26a 2db 37a 3b9 456 4cf 13a5 1fbe 2373 a647 ab75 118c3 1d6ca 1d704 1d73e 1d778 1d7b2
J 37f 3f3 408 458 13ab 148d a4d9 a7b2
K 39a 41a 13e6 16d5 2c94 a4d7 10518 1d6b1 1d6eb 1d725 1d75f 1d799
L 196 1c0 399 406 4c0 5c0 5d5 5df 627 661 6f1 7ca 13de 14aa 16c1 2223 23fd 2c92 2cd0 2d4f a4e1 a4f2 fe8d fe8e
L ffe8 1028a 10309 10320 1041b 10526 118a3 118b2 16f16 16f28 1d22a 1d6b0 1d6ea 1d724 1d75e 1d798 1e8c7 1ee00
L 1ee80
LL 1c1 5f0 2016 2225
LO 42e
LS 2aa
LT 20b6
LZ 2ab
M 39c 3fa 41c 13b7 15f0 16d6 2c98 a4df 102b0 10311 1d6b3 1d6ed 1d727 1d761 1d79b
MB 1f76b
N 39d 578 57c 2c9a a4e0 10513 1d6b4 1d6ee 1d728 1d762 1d79c
O 39f 3bf 3c3 41e 43e 555 585 5e1 647 665 6be 6c1 6d5 6f5 7c0 966 9e6 a66 ae6 b20 b66 be6 c66 ce6 d20 d66 e50
O ed0 101d 1040 10ff 12d0 1d0f 1d11 2c9e 2c9f 2d54 3007 a4f3 ab3d fba6 fba7 fba8 fba9 fbaa fbab fbac fbad fee9
O feea feeb feec 10292 102ab 10404 1042c 104c2 104ea 10516 114d0 118b5 118c8 118d7 118e0 1d6b6 1d6d0 1d6d4
O 1d6f0 1d70a 1d70e 1d72a 1d744 1d748 1d764 1d77e 1d782 1d79e 1d7b8 1d7bc 1ee24 1ee64 1ee84
OE 152 153
OO 221e a698 a699 a74e a74f
P 3a1 3c1 3f1 420 440 13e2 146d 2374 2ca2 2ca3 a4d1 10295 1d6b8 1d6d2 1d6e0 1d6f2 1d70c 1d71a 1d72c 1d746
P 1d754 1d766 1d780 1d78e 1d7a0 1d7ba 1d7c8
Q 51b 563 566 2d55
QE 1f700
R 1a6 433 13a1 13d2 1587 1d26 2c85 a4e3 ab47 ab48 ab81 104b4 16f35 1d216
RN 11700 118e3
S 1bd 405 455 54f 13d5 13da a4e2 a731 abaa 10296 10420 10448 118c1 16f3a
SSS 1f75c
T 3a4 422 13a2 22a4 27d9 2ca6 a4d4 10297 102b1 10315 118bc 16f0a 1d6bb 1d6f5 1d72f 1d769 1d7a3 1f768
T3 a728
TF a777
TS 2a6
U 28b 3c5 54d 57d 1200 144c 1d1c 222a 22c3 a4f4 a79f ab4e ab52 104ce 104f6 118b8 118d8 16f42 1d6d6 1d710 1d74a
U 1d784 1d7be
UE 1d6b
UO ab63
V 3bd 474 475 5d8 667 6f7 13d9 142f 1d20 2228 22c1 2d38 a4e6 a6df aba9 1051d 11706 118a0 118c0 16f08 1d20d
V 1d6ce 1d708 1d742 1d77c 1d7b6
VB 1f76c
W 26f 461 51c 51d 561 13b3 13d4 1d21 a4ea ab83 1170a 1170e 1170f 118e6 118ef
X d7 3a7 425 445 1541 157d 166d 166e 16b7 2573 292b 292c 2a2f 2cac 2d5d a4eb a7b3 10290 102b4 10317 10322
X 10527 118ec 1d6be 1d6f8 1d732 1d76c 1d7a6
Y 263 28f 3a5 3b3 3d2 423 443 4ae 4af 10e7 13a9 13bd 1d8c 1eff 213d 2ca8 a4ec ab5a 102b2 118a4 118dc 16f43
Y 1d6bc 1d6c4 1d6f6 1d6fe 1d730 1d738 1d76a 1d772 1d7a4 1d7ac
Z 396 13c3 1d22 a4dc ab93 102f5 118a9 118c4 118e5 1d6ad 1d6e7 1d721 1d75b 1d795
`

/** Maps a character to the Latin letters or digits that it looks like. */
export const confusables: Readonly<Record<string, string>> = Object.fromEntries(
  rows
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [shape = '', ...codes] = row.split(' ')
      return codes.map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), shape] as const)
    }),
)
