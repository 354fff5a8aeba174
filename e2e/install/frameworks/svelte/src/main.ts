import { mount } from 'svelte'
import Header from './Header.svelte'

mount(Header, { target: document.body })
