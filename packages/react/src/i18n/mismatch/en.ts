/** Why a swap was stopped that is not the one that was shown: the source that the other languages must match. */
export const en = {
  sentence: (why: string) => `Stopped, because this isn’t the swap you were shown: ${why}. Nothing was swapped.`,
  why: {
    contract: 'it calls another contract',
    spender: 'another contract would take your tokens',
    recipient: 'someone else would get what you buy',
    paidToken: 'you would pay with another token',
    receivedToken: 'you would receive another token',
    amount: 'another amount would be taken',
    minimum: 'you could receive less than the minimum',
    fee: 'the fee is higher',
    deadline: 'it could be carried out much later',
    permission: 'your signature would allow something else',
    approval: 'the approval would allow something else',
    sentApproval: 'your wallet approved something else, so check its approvals',
    decimals: 'a token uses other decimals',
    call: 'it can’t be decoded',
    simulation: 'it does something else when simulated',
    response: 'the server’s response is invalid',
  },
}
