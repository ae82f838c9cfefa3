import { href } from 'react-router'
import { type widePicture, widths } from './wide-picture.ts'

export function WidePicture({ name, alt, x, y }: ReturnType<typeof widePicture>) {
  const at = (width: number, type: string) =>
    href('/pages/picture/:name/:width/:type', { name, width: String(width), type })
  const inAllWidths = (type: string) => widths.map((width) => `${at(width, type)} ${width}w`).join()
  const sizes = '(min-width: 76rem) 74rem, 100vw'
  return (
    <picture className="wide-picture">
      <source type="image/avif" srcSet={inAllWidths('avif')} sizes={sizes} />
      <img
        src={at(960, 'webp')}
        srcSet={inAllWidths('webp')}
        sizes={sizes}
        alt={alt}
        width="1920"
        height="800"
        loading="lazy"
        decoding="async"
        data-x={x}
        data-y={y}
      />
    </picture>
  )
}
