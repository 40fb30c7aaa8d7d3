package main

import (
	_ "embed"
	"strings"
)

// language holds phrases of our own, from which orders and harmless sentences are made. Lists are parted
// by |. The sentences of testdata/languages.json are not among them: they are there to measure on.
//
//	ignore   verbs of ignoring
//	objects  what is to be ignored
//	then     what is to be done instead
//	leak     questions for the model's instructions
//	read     verbs of reading, before a path
//	hide     orders to keep quiet
//	plain    harmless sentences with the same words
type language map[string]string

// paths are places of secrets, as orders name them.
var paths = []string{
	"~/.ssh/id_ed25519",
	"~/.ssh/id_rsa",
	"~/.aws/credentials",
	".env",
	"/etc/shadow",
	"~/.kube/config",
	"~/.config/gh/hosts.yml",
}

// phrases are the phrases of each language below its name, a kind a line.
//
//go:embed texts/phrases.tsv
var phrases string

func languages() []language {
	var all []language
	for line := range strings.Lines(phrases) {
		kind, list, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(kind, "# "):
			all = append(all, language{})
		case kind != "":
			all[len(all)-1][kind] = list
		}
	}
	return all
}
