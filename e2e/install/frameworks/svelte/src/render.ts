import { render } from 'svelte/server'
import Header from './Header.svelte'

export const { body } = render(Header)
