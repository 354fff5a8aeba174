import { isNamespace } from '@billfold/protocol/caip'
import type { AppKitButtonProps } from '../api/ButtonFace.tsx'

type Attributes = Pick<Element, 'getAttribute' | 'hasAttribute'>

/** An element's attributes as a button's props; one that is invalid is as if it were not there. */
export function elementProps(element: Attributes): AppKitButtonProps {
  const text = (name: string) => element.getAttribute(name) ?? undefined
  const namespace = text('namespace')
  return {
    label: text('label'),
    loadingLabel: text('loadinglabel'),
    disabled: element.hasAttribute('disabled') && text('disabled') !== 'false',
    balance: text('balance') === 'hide' ? 'hide' : 'show',
    size: text('size') === 'sm' ? 'sm' : 'md',
    charsStart: count(text('charsstart')),
    charsEnd: count(text('charsend')),
    namespace: isNamespace(namespace) ? namespace : undefined,
  }
}

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,3}$/.test(text) ? Number(text) : undefined
