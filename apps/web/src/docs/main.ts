import '../styles/tokens.css'
import '../styles/page.css'
import './theme.css'
import './docs.css'
import './prose.css'
import './samples.css'
import './search.css'
import './narrow.css'
import { startCopying } from './startCopying.ts'
import { startMissing } from './startMissing.ts'
import { startReading } from './startReading.ts'
import { startSearch } from './startSearch.ts'
import { startTabs } from './startTabs.ts'
import { startTheme } from './startTheme.ts'

startTheme()
startTabs()
startCopying()
startSearch()
startReading()
startMissing()
