/** What a social login says where the browser opened no window for it: leaving the page is the other way. */
export const blockedWindow = 'Could not create social popup'
