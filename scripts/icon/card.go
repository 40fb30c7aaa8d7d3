package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Size of the card that previews of links show, in pixels, as Open Graph wants it.
const (
	cardWidth  = 1200
	cardHeight = 630
	iconSize   = 300
)

// line is a line of text on the card. It omits the service's name, which its operator chooses.
type line struct {
	text string
	face []byte
	size float64
	y    int
	ink  color.Color
}

var lines = []line{
	{"Pay per call.", gobold.TTF, 84, 255, box},
	{"No account. No API key.", goregular.TTF, 48, 345, box},
	{"Not charged when it fails.", goregular.TTF, 48, 420, coin},
}

// card is a PNG of the icon beside a description of the service.
func card() ([]byte, error) {
	img := image.NewNRGBA(image.Rect(0, 0, cardWidth, cardHeight))
	draw.Draw(img, img.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	at := image.Pt(80, (cardHeight-iconSize)/2)
	place := image.Rect(0, 0, iconSize, iconSize).Add(at)
	draw.Draw(img, place, picture(iconSize), image.Point{}, draw.Over)

	for _, l := range lines {
		if err := write(img, l); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, img); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func write(img draw.Image, l line) error {
	parsed, err := opentype.Parse(l.face)
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: l.size, DPI: 72})
	if err != nil {
		return err
	}
	defer face.Close()

	pen := font.Drawer{
		Dst:  img,
		Src:  image.NewUniform(l.ink),
		Face: face,
		Dot:  fixed.P(460, l.y),
	}
	pen.DrawString(l.text)
	return nil
}
