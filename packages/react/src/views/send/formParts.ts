import { MissingFunds } from '../buy/MissingFunds.tsx'
import { MemoField } from './MemoField.tsx'
import { SourceRow } from './SourceRow.tsx'

/** What the forms of sending and swapping show only at times, in one file. */
export const formParts = { MemoField, MissingFunds, SourceRow }
