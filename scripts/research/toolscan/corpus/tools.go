package corpus

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// tool is a manifest's entry made of what a source says.
func tool(name, description string, properties map[string]any) (json.RawMessage, error) {
	if properties == nil {
		properties = map[string]any{}
	}
	return json.Marshal(map[string]any{
		"name":        name,
		"description": description,
		"inputSchema": map[string]any{
			"type":       "object",
			"properties": properties,
		},
	})
}

var (
	pythonTool = regexp.MustCompile(`(?s)\.tool\([^\n]{0,300}\)\s*` +
		`(?:async )?def (\w+)\((.*?)\)(?: -> [^\n]+?)?:\s*(?:r|f)?"""(.*?)"""`)
	pythonArg = regexp.MustCompile(`(?m)(?:^|,)\s*(\w+)\s*:`)
)

// pythonTools are the decorated functions of Python servers: name, arguments and docstring.
func pythonTools(attack bool, below string) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		var out []Sample
		err := eachFile(filepath.Join(dir, below), ".py", func(path, text string) error {
			if strings.Contains(path, "/tests/") {
				return nil
			}
			for _, m := range pythonTool.FindAllStringSubmatch(text, -1) {
				properties := map[string]any{}
				for _, arg := range pythonArg.FindAllStringSubmatch(m[2], -1) {
					properties[arg[1]] = map[string]any{"type": "string"}
				}
				entry, err := tool(m[1], strings.TrimSpace(m[3]), properties)
				if err != nil {
					return err
				}
				out = append(out, Sample{Tool: entry, Attack: attack})
			}
			return nil
		})

		return out, err
	}
}

// vulnerable are the tools of the vulnerable servers whose descriptions carry an order.
func vulnerable(dir string) ([]Sample, error) {
	all, err := pythonTools(true, "challenges")(dir)
	if err != nil {
		return nil, err
	}
	var out []Sample
	for _, sample := range all {
		lower := strings.ToLower(string(sample.Tool))
		if strings.Contains(lower, "important") || strings.Contains(lower, "hidden") ||
			strings.Contains(lower, "instead of") {
			out = append(out, sample)
		}
	}
	return out, nil
}

// snapshots are the tools that GitHub's server keeps to compare with.
func snapshots(dir string) ([]Sample, error) {
	var out []Sample
	err := eachFile(dir, ".snap", func(_, text string) error {
		out = append(out, Sample{Tool: json.RawMessage(text)})
		return nil
	})
	return out, err
}

// registry are the tools of the servers that Docker lists.
func registry(dir string) ([]Sample, error) {
	var out []Sample
	err := eachFile(dir, "tools.json", func(_, text string) error {
		var list []json.RawMessage
		if json.Unmarshal([]byte(text), &list) != nil {
			return nil // a list of another form
		}
		for _, entry := range list {
			out = append(out, Sample{Tool: entry})
		}
		return nil
	})
	return out, err
}

// listedTools are the tools of a list in a file.
func listedTools(file string) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		var list []json.RawMessage
		if err := readJSON(filepath.Join(dir, file), &list); err != nil {
			return nil, err
		}
		var out []Sample
		for _, entry := range list {
			out = append(out, Sample{Tool: entry})
		}
		return out, nil
	}
}

// every takes samples of a long list at equal distances.
func every(n int, load func(string) ([]Sample, error)) func(string) ([]Sample, error) {
	return func(dir string) ([]Sample, error) {
		all, err := load(dir)
		var out []Sample
		for i := 0; i < len(all); i += n {
			out = append(out, all[i])
		}
		return out, err
	}
}

// functionTools are tools in the form that models' APIs take, a file each.
func functionTools(dir string) ([]Sample, error) {
	var out []Sample
	err := eachFile(dir, ".json", func(_, text string) error {
		var file struct{ Function json.RawMessage }
		if err := json.Unmarshal([]byte(text), &file); err != nil {
			return err
		}
		out = append(out, Sample{Tool: file.Function})
		return nil
	})
	return out, err
}

const scriptString = "(?:`[^`]*`|\"[^\"\\n]*\"|'(?:[^'\\n\\\\]|\\\\.)*')"

var (
	scriptTool = regexp.MustCompile(`\bname:\s*['"]([\w.-]+)['"],\s*(?:title:[^\n]*\n\s*)?description:\s*(` +
		scriptString + `(?:\s*\+\s*` + scriptString + `)*)`)
	scriptPiece = regexp.MustCompile(scriptString)
)

// scriptTools are the names and descriptions that sources in JavaScript or TypeScript give their tools.
func scriptTools(dir string) ([]Sample, error) {
	var out []Sample
	add := func(_, text string) error {
		for _, m := range scriptTool.FindAllStringSubmatch(text, -1) {
			var description strings.Builder
			for _, piece := range scriptPiece.FindAllString(m[2], -1) {
				description.WriteString(piece[1 : len(piece)-1])
			}
			entry, err := tool(m[1], description.String(), nil)
			if err != nil {
				return err
			}
			out = append(out, Sample{Tool: entry})
		}
		return nil
	}

	for _, ending := range []string{".js", ".ts"} {
		if err := eachFile(dir, ending, add); err != nil {
			return nil, err
		}
	}
	return out, nil
}

var quoted = regexp.MustCompile("(?s)\"\"\"(.{12,900}?)\"\"\"|\"([^\"\\n\\\\]{12,600})\"|'([^'\\n\\\\]{12,600})'")

// sourceStrings are the strings of sources that read like sentences.
func sourceStrings(dir string) ([]Sample, error) {
	var out []Sample
	add := func(_, text string) error {
		for _, m := range quoted.FindAllStringSubmatch(text, -1) {
			s := m[1] + m[2] + m[3]
			if strings.Count(s, " ") >= 3 {
				out = append(out, Sample{Text: s})
			}
		}
		return nil
	}
	for _, ending := range []string{".py", ".ts", ".go", ".cs"} {
		if err := eachFile(dir, ending, add); err != nil {
			return nil, err
		}
	}
	return out, nil
}

type attackTool struct {
	Name        string `json:"Attacker Tool"`
	Instruction string `json:"Attacker Instruction"`
	Description string `json:"Description"`
}

// attackTools are tools that say what harm they do, and the orders that call for them.
func attackTools(dir string) ([]Sample, error) {
	var out []Sample
	err := eachLine(filepath.Join(dir, "data/all_attack_tools_aggressive.jsonl"), func(line []byte) error {
		var t attackTool
		if err := json.Unmarshal(line, &t); err != nil {
			return err
		}
		out = append(out, Sample{
			Text:   words(t.Name) + ": " + t.Description,
			Attack: true,
			Harm:   true,
		})
		return nil
	})
	return out, err
}

// words parts a name in camel case by blanks.
func words(name string) string {
	var out strings.Builder
	for i, r := range name {
		if i > 0 && 'A' <= r && r <= 'Z' {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return out.String()
}

func normalTools(dir string) ([]Sample, error) {
	var out []Sample
	err := eachLine(filepath.Join(dir, "data/all_normal_tools.jsonl"), func(line []byte) error {
		var t struct {
			Name        string `json:"Tool Name"`
			Description string
		}
		if err := json.Unmarshal(line, &t); err != nil {
			return err
		}
		out = append(out, Sample{Text: words(t.Name) + ": " + t.Description}, Sample{Text: t.Description})
		return nil
	})
	return out, err
}

// eachFile visits the files below root whose names end so.
func eachFile(root, ending string, visit func(path, text string) error) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ending) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return visit(path, string(text))
	})
}

func eachLine(path string, visit func([]byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		if err := visit(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}
