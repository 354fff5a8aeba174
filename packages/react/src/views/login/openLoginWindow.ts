/** The window of a social login. Browsers open it in the click itself, or not at all. */
export const openLoginWindow = (): Window | null =>
  window.open('', 'popupWindow', 'width=600,height=800,scrollbars=yes')
