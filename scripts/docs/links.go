package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	absolute = regexp.MustCompile(`^\w+:`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	marks    = regexp.MustCompile(`[^\w\- ]`)
)

// deadLinks returns an error that names every link, in the pages below root, to a missing file or heading.
func deadLinks(root string) error {
	var dead []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}

		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range link.FindAllStringSubmatch(string(page), -1) {
			if !absolute.MatchString(found[1]) && !leads(path, found[1]) {
				dead = append(dead, path+": "+found[1])
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(dead) > 0 {
		return fmt.Errorf("links that lead nowhere:\n%s", strings.Join(dead, "\n"))
	}
	return nil
}

// leads reports whether the target file and heading of a page's link exist.
func leads(page, target string) bool {
	path, anchor, _ := strings.Cut(target, "#")
	file := page
	if path != "" {
		file = filepath.Join(filepath.Dir(page), path)
	}
	if anchor == "" || filepath.Ext(file) != ".md" {
		_, err := os.Stat(file)
		return err == nil
	}

	text, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(heading.FindAllStringSubmatch(string(text), -1), func(found []string) bool {
		return strings.ReplaceAll(marks.ReplaceAllString(strings.ToLower(found[1]), ""), " ", "-") == anchor
	})
}
