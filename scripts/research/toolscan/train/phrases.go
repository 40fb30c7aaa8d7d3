package main

import (
	_ "embed"
	"strings"
)

// language holds phrases of our own, from which orders and harmless sentences are made. Lists are parted
// by |. The sentences of testdata/languages.json are not among them: they are there to measure on.
type language struct {
	ignore  string // verbs of ignoring
	objects string // what is to be ignored
	then    string // what is to be done instead
	leak    string // questions for the model's instructions
	read    string // verbs of reading, before a path
	hide    string // orders to keep quiet
	plain   string // harmless sentences with the same words
}

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
		if strings.HasPrefix(kind, "# ") {
			all = append(all, language{})
			continue
		}
		l := &all[len(all)-1]
		switch kind {
		case "ignore":
			l.ignore = list
		case "objects":
			l.objects = list
		case "then":
			l.then = list
		case "leak":
			l.leak = list
		case "read":
			l.read = list
		case "hide":
			l.hide = list
		case "plain":
			l.plain = list
		}
	}
	return all
}
