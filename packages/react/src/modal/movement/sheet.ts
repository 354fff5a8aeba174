/** Whether the dialog is a sheet at the screen's lower edge: the same width as in modal.css. */
export const isSheet = (): boolean => matchMedia('(max-width: 430px)').matches
