import { judgeViews } from './judgeViews.ts'

judgeViews(['arabic', 'arabic-dark'])
