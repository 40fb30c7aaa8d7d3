package drift

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/farebox/farebox/internal/upstream"
)

// each stands for all elements of a list in the path of a member.
const each = "*"

// Member is one place in a provider's JSON, in all rows of a list at once: a provider that changes the shape of its
// answers does so for each row.
type Member struct {
	Path string // "foods/*/fdcId"
	Kind jsontext.Kind

	readers map[string][]upstream.Reader // by path, of all that the document holds
}

// Named says whether the member is in an object, so that it can be renamed.
func (m Member) Named() bool { return m.Path != each && !strings.HasSuffix(m.Path, "/"+each) }

// Members lists the places of a JSON document that hold something, in the order of their first appearance. A member
// that is null everywhere is left out, since nothing can be taken from it.
func Members(body []byte) ([]Member, error) {
	v := &survey{
		body:    bytes.TrimPrefix(body, byteOrderMark),
		dec:     decoder(body),
		kind:    map[string]jsontext.Kind{},
		readers: map[string][]upstream.Reader{},
	}
	if err := v.value(nil); err != nil {
		return nil, err
	}
	if _, err := v.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value")
	}

	members := make([]Member, 0, len(v.order))
	for _, path := range v.order {
		members = append(members, Member{
			Path: path,
			Kind: v.kind[path],

			readers: v.readers,
		})
	}
	return members, nil
}

type survey struct {
	body    []byte
	dec     *jsontext.Decoder
	kind    map[string]jsontext.Kind
	order   []string
	readers map[string][]upstream.Reader
}

func (v *survey) value(at []string) error {
	kind := v.dec.PeekKind()
	v.note(at, kind)
	if kind != '{' && kind != '[' {
		return v.dec.SkipValue()
	}

	begin := v.dec.InputOffset()
	if err := children(v.dec, at, func(child []string) error { return v.value(child) }); err != nil {
		return err
	}
	piece := bytes.TrimLeft(v.body[begin:v.dec.InputOffset()], " \t\r\n,:")
	path := strings.Join(at, "/")
	for _, r := range readersOf(piece) {
		if !slices.Contains(v.readers[path], r) {
			v.readers[path] = append(v.readers[path], r)
		}
	}
	return nil
}

// note keeps the first kind other than null that a path has.
func (v *survey) note(at []string, kind jsontext.Kind) {
	path := strings.Join(at, "/")
	if _, known := v.kind[path]; known || path == "" || kind == 'n' {
		return
	}
	v.kind[path] = kind
	v.order = append(v.order, path)
}

// children reads an object or a list, and has do read each value in it.
func children(dec *jsontext.Decoder, at []string, do func(child []string) error) error {
	open, err := dec.ReadToken()
	if err != nil {
		return err
	}

	inObject := open.Kind() == '{'
	for kind := dec.PeekKind(); kind != '}' && kind != ']'; kind = dec.PeekKind() {
		name := each
		if inObject {
			token, err := dec.ReadToken()
			if err != nil {
				return err
			}
			name = token.String()
		}
		if err := do(append(slices.Clip(at), name)); err != nil {
			return err
		}
	}
	_, err = dec.ReadToken()
	return err
}

// lenient takes what encoding/json does.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

var byteOrderMark = []byte("\xef\xbb\xbf")

func decoder(body []byte) *jsontext.Decoder {
	body = bytes.TrimPrefix(body, byteOrderMark)
	return jsontext.NewDecoder(bytes.NewReader(body), lenient)
}
