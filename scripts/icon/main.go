// Command icon draws a coin falling into the slot of a fare box: as favicon.ico in 16, 32, 48 and 64 pixels, and as
// a PNG card for link previews.
//
//	go run ./scripts/icon server/discovery/favicon.ico
//	go run ./scripts/icon server/site/assets/og.png
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
)

// The drawing is 64 units square; samples is how many points per pixel and axis are averaged.
const (
	units   = 64.0
	samples = 8
)

var (
	ground = color.NRGBA{
		R: 0x0b,
		G: 0x3d,
		B: 0x4a,
		A: 0xff,
	}
	box = color.NRGBA{
		R: 0xf2,
		G: 0xee,
		B: 0xe3,
		A: 0xff,
	}
	slot = color.NRGBA{
		R: 0x0b,
		G: 0x3d,
		B: 0x4a,
		A: 0xff,
	}
	coin = color.NRGBA{
		R: 0xf5,
		G: 0xb0,
		B: 0x2e,
		A: 0xff,
	}
	rim = color.NRGBA{
		R: 0xc9,
		G: 0x82,
		B: 0x12,
		A: 0xff,
	}
	paper = color.NRGBA{
		R: 0x0e,
		G: 0x1c,
		B: 0x20,
		A: 0xff,
	}
	clear = color.NRGBA{}
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: icon FILE")
		os.Exit(2)
	}
	drawn, err := drawing(os.Args[1])
	if err == nil {
		err = os.WriteFile(os.Args[1], drawn, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "icon:", err)
		os.Exit(1)
	}
}

// drawing is the content of a file with that name.
func drawing(file string) ([]byte, error) {
	if filepath.Ext(file) == ".png" {
		return card()
	}
	return icon(16, 32, 48, 64)
}

// paint is the drawing's colour at a point.
func paint(x, y float64) color.NRGBA {
	switch {
	case !rounded(x, y, 0, 0, 64, 64, 14):
		return clear
	case y < 37 && disc(x, y, 32, 26, 13):
		return coin
	case y < 37 && disc(x, y, 32, 26, 17):
		return rim
	case rounded(x, y, 15, 36, 49, 40, 2):
		return slot
	case rounded(x, y, 9, 33, 55, 55, 5):
		return box
	default:
		return ground
	}
}

func disc(x, y, cx, cy, r float64) bool { return (x-cx)*(x-cx)+(y-cy)*(y-cy) <= r*r }

// rounded reports whether a point is inside a rectangle with corners of radius r.
func rounded(x, y, left, top, right, bottom, r float64) bool {
	if x < left || x > right || y < top || y > bottom {
		return false
	}
	cx := min(max(x, left+r), right-r)
	cy := min(max(y, top+r), bottom-r)
	return disc(x, y, cx, cy, r)
}

func picture(size int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	for py := range size {
		for px := range size {
			var r, g, b, a int
			for sy := range samples {
				for sx := range samples {
					x := (float64(px) + (float64(sx)+0.5)/samples) * units / float64(size)
					y := (float64(py) + (float64(sy)+0.5)/samples) * units / float64(size)
					c := paint(x, y)
					if c.A == 0 {
						continue
					}
					r += int(c.R)
					g += int(c.G)
					b += int(c.B)
					a++
				}
			}
			if a > 0 {
				img.SetNRGBA(px, py, color.NRGBA{
					R: uint8(r / a),
					G: uint8(g / a),
					B: uint8(b / a),
					A: uint8(a * 255 / (samples * samples)),
				})
			}
		}
	}

	return img
}

// icon is an ICO file whose images are PNGs: a header of 6 bytes, 16 bytes per image, the images.
func icon(sizes ...int) ([]byte, error) {
	images := make([][]byte, len(sizes))
	for i, size := range sizes {
		var buf bytes.Buffer
		if err := png.Encode(&buf, picture(size)); err != nil {
			return nil, err
		}
		images[i] = buf.Bytes()
	}

	le := binary.LittleEndian
	out := le.AppendUint16(nil, 0)
	out = le.AppendUint16(out, 1) // icon
	out = le.AppendUint16(out, uint16(len(sizes)))
	offset := 6 + 16*len(sizes)
	for i, size := range sizes {
		out = append(out, byte(size), byte(size), 0, 0)
		out = le.AppendUint16(out, 1)  // colour planes
		out = le.AppendUint16(out, 32) // bits per pixel
		out = le.AppendUint32(out, uint32(len(images[i])))
		out = le.AppendUint32(out, uint32(offset))
		offset += len(images[i])
	}

	for _, img := range images {
		out = append(out, img...)
	}
	return out, nil
}
