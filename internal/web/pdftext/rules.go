package pdftext

import (
	"cmp"
	"slices"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/structs"
)

// maxDrawn bounds the objects and parts of paths of a file that are looked at for lines.
const maxDrawn = 40_000

// maxRules bounds the lines of a page each way: a page with more is a drawing.
const maxRules = 3000

// rule is a straight line on a page, level or upright.
type rule struct{ at, from, to float64 }

// rules are the lines drawn on a page.
type rules struct{ level, upright []rule }

// objectReader reads the objects of pages.
type objectReader struct {
	box  pdfium.Pdfium
	left int // objects, and what is in them, that may still be read
}

// spend reports whether one more may be read.
func (r *objectReader) spend() bool {
	r.left--
	return r.left > 0
}

// each calls do with the objects of a kind on a page, unless it has more objects than may still be read.
func (r *objectReader) each(p *openedPage, wanted enums.FPDF_PAGEOBJ, do func(references.FPDF_PAGEOBJECT)) {
	count, err := r.box.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: p.page})
	if err != nil || count.Count > r.left {
		return
	}
	for i := 0; i < count.Count && r.spend(); i++ {
		object, err := r.box.FPDFPage_GetObject(&requests.FPDFPage_GetObject{
			Page:  p.page,
			Index: i,
		})
		if err != nil {
			continue
		}
		kind, err := r.box.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: object.PageObject})
		if err == nil && kind.Type == wanted {
			do(object.PageObject)
		}
	}
}

// ruleReader reads the lines drawn on pages.
type ruleReader struct{ objectReader }

// page is what is drawn on a page; nothing where it is too much.
func (r *ruleReader) page(p *openedPage) rules {
	var drawn rules
	r.each(p, enums.FPDF_PAGEOBJ_PATH, func(object references.FPDF_PAGEOBJECT) { r.path(&drawn, object) })
	if r.left <= 0 || max(len(drawn.level), len(drawn.upright)) > maxRules {
		return rules{}
	}
	return rules{
		level:   joinRules(drawn.level),
		upright: joinRules(drawn.upright),
	}
}

// path adds the lines of a path. A thin one is a line, also where it is drawn as an area.
func (r *ruleReader) path(drawn *rules, object references.FPDF_PAGEOBJECT) {
	bounds, err := r.box.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: object})
	if err != nil {
		return
	}
	where := box{
		left:   float64(bounds.Left),
		right:  float64(bounds.Right),
		bottom: float64(bounds.Bottom),
		top:    float64(bounds.Top),
	}
	if !drawn.add(where) {
		r.parts(drawn, object)
	}
}

// add adds a thin box as a line, and reports whether it is one.
func (d *rules) add(where box) bool {
	const (
		thin  = 2.5
		short = 4 // shorter ones are parts of letters and signs
	)
	width := where.right - where.left
	x, y := where.middle()

	switch {
	case where.height() <= thin && width >= short:
		d.level = append(d.level, rule{
			at:   y,
			from: where.left,
			to:   where.right,
		})
	case width <= thin && where.height() >= short:
		d.upright = append(d.upright, rule{
			at:   x,
			from: where.bottom,
			to:   where.top,
		})
	default:
		return width <= thin && where.height() <= thin
	}
	return true
}

// parts adds the straight parts of a path.
func (r *ruleReader) parts(drawn *rules, object references.FPDF_PAGEOBJECT) {
	count, err := r.box.FPDFPath_CountSegments(&requests.FPDFPath_CountSegments{PageObject: object})
	if err != nil {
		return
	}
	matrix, err := r.box.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: object})
	if err != nil {
		return
	}

	var begin, last point
	for i := 0; i < count.Count && r.spend(); i++ {
		part, err := r.part(object, i, matrix.Matrix)
		if err != nil {
			return
		}
		switch part.kind {
		case enums.FPDF_SEGMENT_MOVETO:
			begin = part.end
		case enums.FPDF_SEGMENT_LINETO:
			drawn.add(between(last, part.end))
		}
		last = part.end
		if part.closes {
			drawn.add(between(last, begin))
		}
	}
}

type point struct{ x, y float64 }

func between(a, b point) box {
	return box{
		left:   min(a.x, b.x),
		right:  max(a.x, b.x),
		bottom: min(a.y, b.y),
		top:    max(a.y, b.y),
	}
}

// pathPart is a part of a path with its end.
type pathPart struct {
	kind   enums.FPDF_SEGMENT
	end    point
	closes bool
}

func (r *ruleReader) part(
	object references.FPDF_PAGEOBJECT, index int, matrix structs.FPDF_FS_MATRIX,
) (pathPart, error) {
	got, err := r.box.FPDFPath_GetPathSegment(&requests.FPDFPath_GetPathSegment{
		PageObject: object,
		Index:      index,
	})
	if err != nil {
		return pathPart{}, err
	}
	kind, err := r.box.FPDFPathSegment_GetType(&requests.FPDFPathSegment_GetType{PathSegment: got.PathSegment})
	if err != nil {
		return pathPart{}, err
	}
	at, err := r.box.FPDFPathSegment_GetPoint(&requests.FPDFPathSegment_GetPoint{PathSegment: got.PathSegment})
	if err != nil {
		return pathPart{}, err
	}
	closes, err := r.box.FPDFPathSegment_GetClose(&requests.FPDFPathSegment_GetClose{PathSegment: got.PathSegment})
	if err != nil {
		return pathPart{}, err
	}

	return pathPart{
		kind:   kind.Type,
		closes: closes.IsClose,
		end: point{
			x: float64(matrix.A*at.X + matrix.C*at.Y + matrix.E),
			y: float64(matrix.B*at.X + matrix.D*at.Y + matrix.F),
		},
	}, nil
}

// near is the distance in points at which two lines are drawn as one, or meet.
const near = 3.0

// joinRules makes one line of those that follow each other, in the order of their places.
func joinRules(all []rule) []rule {
	slices.SortFunc(all, func(a, b rule) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from))
	})

	var joined []rule
	for _, one := range all {
		if into := follows(joined, one); into >= 0 {
			joined[into].from = min(joined[into].from, one.from)
			joined[into].to = max(joined[into].to, one.to)
			continue
		}
		joined = append(joined, one)
	}
	return joined
}

// follows is the line that another goes on, -1 without one.
func follows(joined []rule, one rule) int {
	for i := len(joined) - 1; i >= 0 && one.at-joined[i].at <= near; i-- {
		if one.from <= joined[i].to+near && one.to >= joined[i].from-near {
			return i
		}
	}
	return -1
}
