package fieldmask

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

const place = `{"type":"object","properties":{
"lat":{"type":"number"},
"label":{"type":"string"},
"partial":{"type":"boolean"},
"components":{"type":"object","properties":{"city":{"type":"string"},"postcode":{"type":"string"}}},
"parent":{"nullable":true,"allOf":[{"type":"object","properties":{"name":{"type":"string"}}}]},
"sources":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"url":{"type":"string"}}}},
"grid":{"type":"array","items":{"type":"array","items":{"type":"object","properties":{"x":{"type":"integer"}}}}},
"raw":{"type":"object","additionalProperties":true},
"by_year":{"type":"object","additionalProperties":{"type":"number"}}}}`

func schemaOf(t *testing.T, text string) *openapi3.Schema {
	t.Helper()
	s := &openapi3.Schema{}
	if err := json.Unmarshal([]byte(text), s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAnswerKeepsWhatIsNamedAndNothingElse(t *testing.T) {
	const whole = `{"lat":1.50,"label":"a<b","partial":false,"components":{"city":"Ulm","postcode":"89073"},` +
		`"parent":null,"sources":[{"name":"x","url":"u"},{"name":"y","url":"v"}],"grid":[[{"x":1}],[]],` +
		`"raw":{"a":{"b":1},"c":2},"by_year":{"2020":1,"2021":2}}`
	for _, c := range []struct{ fields, value, want string }{
		{"lat", whole, `{"lat":1.50}`},
		{"label,lat", whole, `{"lat":1.50,"label":"a<b"}`},
		{" lat , ,lat ", whole, `{"lat":1.50}`},
		{"components.city", whole, `{"components":{"city":"Ulm"}}`},
		{"components.city,components", whole, `{"components":{"city":"Ulm","postcode":"89073"}}`},
		{"components,components.city", whole, `{"components":{"city":"Ulm","postcode":"89073"}}`},
		{"sources.name", whole, `{"sources":[{"name":"x"},{"name":"y"}]}`},
		{"grid.x", whole, `{"grid":[[{"x":1}],[]]}`},
		{"parent.name", whole, `{"parent":null}`},
		{"raw.a.b", whole, `{"raw":{"a":{"b":1}}}`},
		{"by_year.2021", whole, `{"by_year":{"2021":2}}`},
		{"raw.nothing", whole, `{"raw":{}}`},
		{"lat", `{"lat":12345678901234567890.10,"partial":true}`, `{"lat":12345678901234567890.10,"partial":true}`},
		{"lat", `[{"lat":1,"label":"a"},{"lat":2}]`, `[{"lat":1},{"lat":2}]`},
		{"label", `{"label":"\u00e9\ud83d\ude00","lat":1}`, `{"label":"é😀"}`},
	} {
		t.Run(c.fields, func(t *testing.T) {
			m, err := Parse(c.fields, schemaOf(t, place))
			if err != nil {
				t.Fatal(err)
			}
			got, err := m.Apply([]byte(c.value))
			var g, w any
			if err != nil || json.Unmarshal(got, &g) != nil || json.Unmarshal([]byte(c.want), &w) != nil {
				t.Fatalf("%s: %v", got, err)
			}
			if string(got) != c.want && !sameText(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// sameText compares JSON by its text, but for escapes of letters.
func sameText(got []byte, want string) bool {
	var a, b any
	return strings.Contains(string(got), `\u`) && json.Unmarshal(got, &a) == nil &&
		json.Unmarshal([]byte(want), &b) == nil && a.(map[string]any)["label"] == b.(map[string]any)["label"]
}

func TestPathThatLeadsNowhereIsRefusedWithTheNearest(t *testing.T) {
	for fields, near := range map[string]string{
		"postcode":         "components.postcode",
		"lon,lat":          "",
		"lst":              "lat",
		"components.cty":   "components.city",
		"source.name":      "sources.name parent.name",
		"lat.deep":         "",
		"sources.0.name":   "sources.name parent.name",
		"components..city": "components.city",
	} {
		t.Run(fields, func(t *testing.T) {
			var unknown *Unknown
			if _, err := Parse(fields, schemaOf(t, place)); !errors.As(err, &unknown) {
				t.Fatalf("%v", err)
			}
			for _, want := range strings.Fields(near) {
				if !slices.Contains(unknown.Near, want) {
					t.Errorf("%q does not offer %s", unknown.Near, want)
				}
			}
		})
	}
}

func TestListsThatNobodyNeedsAreRefused(t *testing.T) {
	for why, fields := range map[string]string{
		"nothing": " , ",
		"long":    strings.Repeat("lat,", 600),
		"many":    strings.Repeat("lat,", 101),
		"deep":    "raw" + strings.Repeat(".a", 12),
	} {
		t.Run(why, func(t *testing.T) {
			if m, err := Parse(fields, schemaOf(t, place)); err == nil {
				t.Errorf("%v", m)
			}
		})
	}
}

func TestBrokenAnswerIsAnError(t *testing.T) {
	m, err := Parse("lat", schemaOf(t, place))
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range []string{``, `{"lat":`, `{"lat":1`, `nonsense`} {
		if got, err := m.Apply([]byte(broken)); err == nil {
			t.Errorf("%q gives %s", broken, got)
		}
	}
}
