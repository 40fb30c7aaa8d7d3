package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/discovery"
)

// listed is a tool as clients see it.
type listed struct {
	Name         string
	Title        string
	Description  string
	InputSchema  json.RawMessage
	OutputSchema json.RawMessage
	Annotations  struct {
		Title           string
		ReadOnlyHint    bool
		DestructiveHint *bool
		OpenWorldHint   *bool
	}
	Meta map[string]any `json:"_meta"`
}

// pages reads a list to its end.
func pages(t testing.TB, d *Door, path string, sets string) (tools []listed, sizes []int) {
	t.Helper()
	cursor := ""
	for {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":%q}}`, cursor)
		w, m := post(t, d, path, body, header(toolsetHeader, sets))
		var page struct {
			Tools      []listed
			NextCursor string
		}
		if err := json.Unmarshal(m.Result, &page); err != nil {
			t.Fatalf("%s: %v", w.Body, err)
		}
		tools = append(tools, page.Tools...)
		sizes = append(sizes, w.Body.Len())
		if w.Body.Len() > pageBytes {
			t.Errorf("a page of %d bytes with %d tools", w.Body.Len(), len(page.Tools))
		}
		if page.NextCursor == "" {
			return tools, sizes
		}
		cursor = page.NextCursor
	}
}

// TestDefaultListIsShort: more tools than these make models choose worse, and clients cut lists at 40.
func TestDefaultListIsShort(t *testing.T) {
	tools, sizes := pages(t, newDoor(t, nil), Path, "")
	if len(sizes) != 1 || sizes[0] > pageBytes {
		t.Errorf("%d bytes", sizes)
	}
	if len(tools) < 20 || len(tools) > 30 {
		t.Errorf("%d tools", len(tools))
	}
	for i, name := range []string{findTools, describeTool, callTool, howToPay} {
		if tools[i].Name != name {
			t.Errorf("tool %d is %s, not %s", i, tools[i].Name, name)
		}
	}
}

// TestCallToolSaysWhatCallsCost: the range of what can be called with it, in which tips are not.
func TestCallToolSaysWhatCallsCost(t *testing.T) {
	d := newDoor(t, nil)
	var sold []*spec.Operation
	for _, tool := range d.catalog.byName {
		sold = append(sold, tool.op)
	}
	low, high, _ := discovery.PriceRange(sold)
	tools, _ := pages(t, d, Path, "")
	if want := "$" + low + " to $" + high; !strings.Contains(tools[2].Description, want) {
		t.Errorf("%s: %s, want %s", tools[2].Name, tools[2].Description, want)
	}
}

// TestEveryPaidRouteIsATool and nothing else but the free tools is: no tips, and nothing twice.
func TestEveryPaidRouteIsATool(t *testing.T) {
	d := newDoor(t, nil)
	tools, sizes := pages(t, d, Path+"/x/all", "")
	t.Logf("%d tools, pages of %d bytes", len(tools), sizes)
	seen := map[string]bool{}
	for _, tool := range tools {
		if seen[tool.Name] {
			t.Errorf("%s is there twice", tool.Name)
		}
		seen[tool.Name] = true
	}
	want := len(d.catalog.free)
	for _, op := range d.opt.Spec.Operations {
		if sold := op.Paid && op.Family != "tips"; seen[op.ID] != sold {
			t.Errorf("%s: a tool %v, want %v", op.Name(), seen[op.ID], sold)
		} else if sold {
			want++
		}
	}
	if len(tools) != want {
		t.Errorf("%d tools, want %d", len(tools), want)
	}
}

// TestListsAreOfWhatWasChosen: families by path or header, tools by name, each once.
func TestListsAreOfWhatWasChosen(t *testing.T) {
	d := newDoor(t, nil)
	for _, c := range []struct{ path, sets, want string }{
		{Path + "/x/edgar", "", "edgarConcept edgarFinancials edgarRatios"},
		{Path + "/x/screen,edgar/", "", "screenAddress screenEntity edgarConcept edgarFinancials edgarRatios"},
		{Path, "edgar, screen", "edgarConcept edgarFinancials edgarRatios screenAddress screenEntity"},
		{Path + "/x/screen", "edgar", "screenAddress screenEntity"},
		{Path, "edgar,edgar", "edgarConcept edgarFinancials edgarRatios"},
	} {
		tools, _ := pages(t, d, c.path, c.sets)
		var names []string
		for _, tool := range tools[len(d.catalog.free):] {
			names = append(names, tool.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s with %q: %s, want %s", c.path, c.sets, got, c.want)
		}
	}

	_, m := post(t, d, Path, listMessage, header(toolsHeader, "cryptoHash,tx"))
	var page struct{ Tools []listed }
	if err := json.Unmarshal(m.Result, &page); err != nil || len(page.Tools) != len(d.catalog.free)+2 {
		t.Errorf("%.300s %v", m.Result, err)
	}
	for _, cursor := range []string{"1", "51", "-50", "100000", "x"} {
		body := `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"` + cursor + `"}}`
		_, m := post(t, d, Path+"/x/all", body)
		if m.Error == nil || m.Error.Code != codeInvalidParams {
			t.Errorf("cursor %s: %.200s", cursor, m.Result)
		}
	}
}

// toolName is what model APIs take behind a client's own prefix.
var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

// asksNobody says that the package of a family has no way to ask others: the imports of its own files tell.
func asksNobody(t testing.TB, family string) bool {
	t.Helper()
	files, err := filepath.Glob("../../handlers/" + family + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("family %s: no files: %v", family, err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if ways.Match(text) {
			return false
		}
	}
	return true
}

// ways are imports of what asks others.
var ways = regexp.MustCompile(
	`internal/(upstream|web/fetch|web/websearch|network/dnslookup|network/rdap|chain/dexpool)|"net"`)

// TestToolsAreWhatClientsTake: names, titles, annotations, prices, and schemas that compile, take the spec's example
// and use nothing that clients refuse or complain about.
func TestToolsAreWhatClientsTake(t *testing.T) {
	d := newDoor(t, nil)
	tools, _ := pages(t, d, Path+"/x/all", "")
	for _, tool := range tools {
		t.Run(tool.Name, func(t *testing.T) {
			if !toolName.MatchString(tool.Name) || tool.Title == "" || tool.Annotations.Title != tool.Title {
				t.Errorf("name %q, title %q", tool.Name, tool.Title)
			}
			if h := tool.Annotations; !h.ReadOnlyHint || h.DestructiveHint == nil || *h.DestructiveHint {
				t.Errorf("annotations %+v", h)
			}
			if tool.OutputSchema != nil {
				t.Error("an output schema: clients would throw quotes away")
			}
			schema := compiled(t, tool.InputSchema)
			sold := d.catalog.byName[tool.Name]
			if sold == nil {
				return
			}
			if h := tool.Annotations.OpenWorldHint; h == nil || *h != !asksNobody(t, sold.op.Family) {
				t.Errorf("family %s: openWorldHint %v", sold.op.Family, *h)
			}
			price := sold.op.Price.String()
			told := fmt.Sprint(tool.Meta["agents-x402/priceUSD"])
			if !strings.Contains(tool.Description, "Price: $"+price) || told != price {
				t.Errorf("price %s: %s, %v", price, tool.Description, tool.Meta)
			}
			if err := schema.Validate(value(t, d.match(sold).ExampleArguments)); err != nil {
				t.Errorf("the example breaks the schema: %v", err)
			}
		})
	}
}

// strange are words of schemas that clients refuse, or complain about at every list.
var strange = regexp.MustCompile(`"(\$ref|nullable|x-[a-z-]+|example|discriminator|xml)":|` +
	`"format":"(decimal|comma|markdown|json|rss20|int32|int64|double|float|byte)"`)

func compiled(t testing.TB, raw json.RawMessage) *jsonschema.Schema {
	t.Helper()
	if word := strange.Find(raw); word != nil {
		t.Errorf("the schema has %s", word)
	}
	top := map[string]any{}
	if err := json.Unmarshal(raw, &top); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"anyOf", "oneOf", "allOf", "not"} {
		if top[word] != nil {
			t.Errorf("%s at the top: model APIs refuse it", word)
		}
	}
	if top["type"] != "object" || top["additionalProperties"] != false {
		t.Errorf("type %v, additionalProperties %v", top["type"], top["additionalProperties"])
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("tool.json", value(t, raw)); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("tool.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func value(t testing.TB, raw []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
