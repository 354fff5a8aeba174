import widget from '../api/onrampWidget.css?inline'
import controls from '../ui/controls.css?inline'
import surfaces from '../ui/surfaces.css?inline'
import buy from '../views/buy/buy.css?inline'
import money from '../views/send/money.css?inline'
import laterViews from '../views/shared/laterViews.css?inline'
import views from '../views/shared/views.css?inline'
import { buttonStyles } from './buttonStyles.ts'

/** The styles of the on-ramp widget on a site's page: those of the dialog's form, and its own place. */
export const onrampWidgetStyles: readonly string[] = [
  ...buttonStyles,
  controls,
  surfaces,
  views,
  laterViews,
  money,
  buy,
  widget,
]
