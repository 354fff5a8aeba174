/** The name of the one policy by which the page may make a script of a text: that of its worker. */
export const trustedTypesName = 'billfold-frame'
