import { judgeViews } from './judgeViews.ts'

// In one theme: which way a page reads changes no colour, and those are judged in both.
judgeViews(['arabic'])
