package toolscan

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const benchBytes = 1 << 20

// benchBodies are manifests of about one megabyte: ordinary ones, and ones that maximise the work of one part of
// the scanner.
func benchBodies(tb testing.TB) map[string][]byte {
	fill := func(text string) []byte {
		b, err := json.Marshal(map[string]any{"tools": []any{map[string]any{
			"name": "a", "description": strings.Repeat(text, benchBytes/len(text)), "inputSchema": map[string]any{"type": "object"},
		}}})
		if err != nil {
			tb.Fatal(err)
		}
		return b
	}
	var tools []any
	for i, size := 0, 0; size < benchBytes; i++ {
		tool := map[string]any{
			"name":        fmt.Sprintf("tool_%d", i),
			"description": "Create an issue in a repository. Before creating one, search the existing issues; always ask the user when the repository is not clear.",
			"inputSchema": map[string]any{"type": "object", "required": []any{"owner"}, "properties": map[string]any{
				"owner": map[string]any{"type": "string", "description": "Repository owner, e.g. octocat"},
				"body":  map[string]any{"type": "string", "description": "Markdown body of the issue, with steps to reproduce and the expected behaviour", "default": "https://example.com/a?b=c"},
				"labels": map[string]any{"type": "array", "items": map[string]any{"type": "string", "enum": []any{"bug", "feature", "question"}},
					"description": "Labels; do not pass labels that do not exist. " + strings.Repeat("Further explanation of how labels are used in this organisation. ", 12)},
			}},
		}
		b, err := json.Marshal(tool)
		if err != nil {
			tb.Fatal(err)
		}
		size += len(b)
		tools = append(tools, tool)
		if len(tools) == MaxTools {
			break
		}
	}
	ordinary, err := json.Marshal(map[string]any{"tools": tools})
	if err != nil {
		tb.Fatal(err)
	}
	return map[string][]byte{
		"ordinary":     ordinary,
		"rule words":   fill("ignore all your previous send read pass must user tool "),
		"near misses":  fill("do not tell read ~/.ssh always before instead of "),
		"base64":       fill("SWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnM= "),
		"zero width":   fill("a\u200bb\u200dc\u2060d "),
		"look-alikes":  fill("ign\u043ere pr\u0435vious "),
		"emoji":        fill("👩\u200d👩\u200d👧\u200d👦🏳️\u200d🌈"),
		"quotes":       fill(`" ` + "` "),
		"tags":         fill("<IMPORTANT"),
		"images":       fill("![a](http"),
		"entities":     fill("&#105;&#103;"),
		"single words": fill("a b c d e f g h "),
		"blanks":       fill("x" + strings.Repeat(" ", 250)),
		"one word":     fill("aaaaaaaaaaaaaaaa"),
		"underscores":  fill("read_file_"),
		"numbers":      fill("105,103,110,"),
		"dense":        []byte(`{"tools":[{"name":"a","description":"b","inputSchema":{"properties":{` + denseMembers() + `}}}]}`),
	}
}

func denseMembers() string {
	var b strings.Builder
	for i := 0; b.Len() < benchBytes; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"p%d":{"a":"b"}`, i)
	}
	return b.String()
}

// BenchmarkScanMegabyte measures a manifest of one megabyte; ordinary ones should stay under 100 ms.
func BenchmarkScanMegabyte(b *testing.B) {
	s := New()
	for name, body := range benchBodies(b) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				if _, err := s.Scan(body); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkScanHundredTools measures a manifest of a hundred tools.
func BenchmarkScanHundredTools(b *testing.B) {
	var manifest struct {
		Tools []json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal(benchBodies(b)["ordinary"], &manifest); err != nil {
		b.Fatal(err)
	}
	manifest.Tools = manifest.Tools[:100]
	body, err := json.Marshal(manifest)
	if err != nil {
		b.Fatal(err)
	}

	s := New()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := s.Scan(body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New()
	}
}
