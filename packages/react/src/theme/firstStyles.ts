import modal from '../modal/modal.css?inline'
import notices from '../modal/notices.css?inline'
import controls from '../ui/controls.css?inline'
import marks from '../ui/marks.css?inline'
import surfaces from '../ui/surfaces.css?inline'
import views from '../views/shared/views.css?inline'
import theme from './theme.css?inline'

/** The styles of the dialog and its first view, Connect. */
export const firstStyles: readonly string[] = [theme, controls, marks, surfaces, modal, notices, views]
