package tools

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/farebox/farebox/internal/spec/spectest"
)

// cost is what a model reads of a result, once.
func cost(t testing.TB, r *callResult) (size, tokens int) {
	t.Helper()
	if r.IsError {
		t.Fatalf("%s", r.StructuredContent)
	}
	return len(r.StructuredContent), spectest.Tokens(string(r.StructuredContent))
}

// TestReadingStaysWithinItsBudget: what an agent pays most is not cents but what it has to read before it can call
// anything. The budgets are those of docs/agents.md.
func TestReadingStaysWithinItsBudget(t *testing.T) {
	d := newDoor(t, nil)

	tools, sizes := pages(t, d, Path, "")
	text, err := compact(tools)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("tools/list: %d tools, %v bytes, about %d tokens", len(tools), sizes, spectest.Tokens(string(text)))
	if tokens := spectest.Tokens(string(text)); len(sizes) != 1 || tokens > 8_500 {
		t.Errorf("tools/list: %v bytes, about %d tokens", sizes, tokens)
	}

	var described []int
	for _, tool := range d.catalog.sets[setAll] {
		size, _ := cost(t, d.describeTool(json.RawMessage(`{"name":"`+tool.Name+`"}`)))
		described = append(described, size)
	}
	slices.Sort(described)
	median := described[len(described)/2]
	nearLast := described[len(described)*99/100]
	t.Logf("describe_tool: median %d bytes, p99 %d, most %d", median, nearLast, described[len(described)-1])
	if median > 2_000 || nearLast > 4_000 {
		t.Errorf("describe_tool: median %d bytes, p99 %d", median, nearLast)
	}

	var most, mostTokens int
	for _, op := range d.opt.Spec.Operations {
		if !op.Paid || op.Family == "tips" {
			continue
		}
		for _, task := range op.Tasks {
			asked, err := json.Marshal(map[string]string{"task": task})
			if err != nil {
				t.Fatal(err)
			}
			size, tokens := cost(t, d.findTools(asked))
			most = max(most, size)
			mostTokens = max(mostTokens, tokens)
		}
	}
	t.Logf("find_tools: at most %d bytes, about %d tokens", most, mostTokens)
	if most > 3_000 {
		t.Errorf("find_tools: %d bytes, about %d tokens", most, mostTokens)
	}
}

// TestBriefToolsTakeWhatTheWholeOnesTake: a model that has read the default list alone can make the call of the
// example.
func TestBriefToolsTakeWhatTheWholeOnesTake(t *testing.T) {
	d := newDoor(t, nil)
	tools, _ := pages(t, d, Path, "")
	for _, tool := range tools[len(d.catalog.free):] {
		t.Run(tool.Name, func(t *testing.T) {
			sold := d.catalog.byName[tool.Name]
			if err := compiled(t, tool.InputSchema).Validate(value(t, d.match(sold).ExampleArguments)); err != nil {
				t.Errorf("the example breaks the schema: %v", err)
			}
			var schema struct {
				Properties map[string]struct{ Description string }
				Required   []string
			}
			if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
				t.Fatal(err)
			}
			for _, in := range sold.op.Inputs {
				if schema.Properties[in.Name].Description == "" || in.Required != slices.Contains(schema.Required, in.Name) {
					t.Errorf("input %s: %+v", in.Name, schema)
				}
			}
		})
	}
}
