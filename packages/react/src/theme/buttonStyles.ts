import buttons from '../api/buttons.css?inline'
import controls from '../ui/controls.css?inline'
import surfaces from '../ui/surfaces.css?inline'
import waiting from '../ui/waiting.css?inline'
import theme from './theme.css?inline'

/** The rules that the buttons on the site's page need. */
export const buttonStyles: readonly string[] = [theme, controls, surfaces, waiting, buttons]
