package main

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// Tools of our own, one a line: name, description, parameters in parentheses.
var (
	//go:embed texts/harmful_tools.txt
	harmfulTools string
	//go:embed texts/harmless_tools.txt
	harmlessTools string
	//go:embed texts/harmless_texts.txt
	harmlessTexts string
)

// toolsOf are the tools of a file of testdata.
func toolsOf(file []byte) []map[string]any {
	var manifest struct {
		Body struct{ Tools []map[string]any }
	}
	if json.Unmarshal(file, &manifest) != nil {
		return nil
	}
	return manifest.Body.Tools
}

// textLines reads a list of texts; lines that start with # are comments.
func textLines(list string) []string {
	var out []string
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

// toolLines reads a list of tools; lines that start with # are comments.
func toolLines(list string) []map[string]any {
	var out []map[string]any
	for _, line := range textLines(list) {
		name, rest, _ := strings.Cut(line, ": ")
		properties := map[string]any{}
		if at := strings.LastIndex(rest, ". ("); at > 0 && strings.HasSuffix(rest, ")") {
			for param := range strings.SplitSeq(rest[at+3:len(rest)-1], ", ") {
				properties[param] = nil
			}
			rest = rest[:at+1]
		}
		out = append(out, map[string]any{
			"name":        name,
			"description": rest,
			"inputSchema": map[string]any{"properties": properties},
		})
	}
	return out
}
