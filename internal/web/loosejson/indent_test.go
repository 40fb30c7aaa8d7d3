package loosejson

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestIndent(t *testing.T) {
	if got, ok := Indent([]byte(`{"a":[1]}`)); !ok || string(got) != "{\n  \"a\": [\n    1\n  ]\n}" {
		t.Errorf("%s, %v", got, ok)
	}
	deep := strings.Repeat("[", 9000) + strings.Repeat("1,", 50_000) + "1" + strings.Repeat("]", 9000)
	for _, doc := range []string{"", "{", "]]]]", `{"a":}`, deep} {
		if got, ok := Indent([]byte(doc)); ok {
			t.Errorf("%.20s: %d bytes", doc, len(got))
		}
	}
}

func TestGrowthIsWhatIndentingAdds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var value func(depth int) *rapid.Generator[any]
		value = func(depth int) *rapid.Generator[any] {
			plain := []*rapid.Generator[any]{rapid.String().AsAny(), rapid.Int().AsAny(), rapid.Bool().AsAny(), rapid.SampledFrom([]any{nil, `a"b`, `\`, `\"[`, "]{,"})}
			if depth > 0 {
				plain = append(plain, rapid.SliceOfN(value(depth-1), 1, 4).AsAny(), rapid.MapOfN(rapid.String(), value(depth-1), 1, 4).AsAny())
			}
			return rapid.OneOf(plain...)
		}
		doc, err := json.Marshal(value(4).Draw(t, "value"))
		if err != nil {
			t.Fatal(err)
		}
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, doc, "", "  "); err != nil {
			t.Fatal(err)
		}
		// Indent also puts a blank behind each colon between a name and its value.
		if grown, counted := pretty.Len()-len(doc), growth(doc); grown < counted || grown > counted+len(doc) {
			t.Fatalf("%s grows by %d, counted %d", doc, grown, counted)
		}
	})
}
