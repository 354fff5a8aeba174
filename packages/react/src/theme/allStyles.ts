import modal from '../modal/modal.css?inline'
import notices from '../modal/notices.css?inline'
import controls from '../ui/controls.css?inline'
import marks from '../ui/marks.css?inline'
import surfaces from '../ui/surfaces.css?inline'
import waiting from '../ui/waiting.css?inline'
import account from '../views/account/account.css?inline'
import laterViews from '../views/shared/laterViews.css?inline'
import views from '../views/shared/views.css?inline'
import theme from './theme.css?inline'

/** The rules of the modal, in order; those that travel with screens come after them. */
export const allStyles: readonly string[] = [
  theme,
  controls,
  marks,
  surfaces,
  waiting,
  modal,
  notices,
  views,
  laterViews,
  account,
]
