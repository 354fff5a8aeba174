import buttons from '../api/buttons.css?inline'
import marks from '../ui/marks.css?inline'
import theme from './theme.css?inline'

/** The rules that the buttons on the site's page need. */
export const buttonStyles: readonly string[] = [theme, marks, buttons]
