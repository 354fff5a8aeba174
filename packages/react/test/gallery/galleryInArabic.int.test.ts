import { judgeViews } from './judgeViews.ts'

// In one theme, and by the rules that words and direction can break: colours and structure are judged in English.
judgeViews(['arabic'])
