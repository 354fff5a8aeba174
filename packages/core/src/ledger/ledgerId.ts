/** Stored by visitors' browsers: fixed. Apart from the icon, since the dialog has it on every site. */
export const ledgerId = 'ledger'
