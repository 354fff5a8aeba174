import { judgeViews } from './judgeViews.ts'

judgeViews(['light', 'dark'])
