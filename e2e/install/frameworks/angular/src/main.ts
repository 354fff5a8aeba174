import { bootstrapApplication } from '@angular/platform-browser'
import { Header } from './header'

bootstrapApplication(Header)
