/** The screens of names. Apart from them, so that a dialog that needs none of them does not list their files. */
export const namesScreens = async () => (await import('./namesViews.ts')).namesViews()
