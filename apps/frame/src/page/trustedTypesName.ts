/** The page's only Trusted Types policy: for its worker's URL. */
export const trustedTypesName = 'billfold-frame'
