package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/net/publicsuffix"
)

// projects are those of the directory whose site a host is.
type projects map[string]bool

// writeSites writes the sites of the directory's projects and of the registry's owners.
func writeSites(registry, directory fs.FS) error {
	sites := map[string]projects{}
	at := func(page string) projects {
		host := hostOf(page)
		if sites[host] == nil {
			sites[host] = projects{}
		}
		return sites[host]
	}
	if err := eachProject(directory, func(project, page string) { at(page)[project] = true }); err != nil {
		return err
	}
	err := eachDescriptor(registry, func(whole node) { at(whole.in("metadata", "info").text("url")) })
	if err != nil {
		return err
	}
	delete(sites, "") // where hostOf gives none

	out := bufio.NewWriter(os.Stdout)
	for _, host := range slices.Sorted(maps.Keys(sites)) {
		if ofMany(sites, host) {
			continue
		}
		if _, err := fmt.Fprintln(out, host); err != nil {
			return err
		}
	}
	return out.Flush()
}

// eachProject hands over the pages of each project of the directory. Only the first page of a host counts: others may
// be at somebody else's host.
func eachProject(directory fs.FS, take func(project, page string)) error {
	files, err := fs.Glob(directory, "data/projects/*/*.yaml")
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("there is no directory of projects in the folder")
	}

	for _, file := range files {
		raw, err := fs.ReadFile(directory, file)
		if err != nil {
			return err
		}
		var of struct {
			Websites []struct {
				URL string `yaml:"url"`
			} `yaml:"websites"`
		}
		if err := yaml.Unmarshal(raw, &of); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, page := range of.Websites {
			if u, err := url.Parse(page.URL); err == nil && strings.Trim(u.Path, "/") == "" {
				take(path.Base(file), page.URL)
			}
		}
	}
	return nil
}

// gateways serve anybody's files below them.
var gateways = []string{"4everland.org", "mirror.xyz", "pinata.cloud"}

// hostOf gives the host of a page without www. It gives none for an ending, under which anybody may have a name, nor
// for a name on free hosting, which anybody may take when it is given up.
func hostOf(page string) string {
	u, err := url.Parse(page)
	if err != nil {
		return ""
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	suffix, icann := publicsuffix.PublicSuffix(host)
	if err != nil || !icann && strings.Contains(suffix, ".") || slices.Contains(gateways, domain) {
		return ""
	}
	return host
}

// ofMany says whether several other projects have sites below a host: anybody may have a page there.
func ofMany(sites map[string]projects, host string) bool {
	others := map[string]bool{}
	for below, of := range sites {
		if !strings.HasSuffix(below, "."+host) {
			continue
		}
		for project := range of {
			if !sites[host][project] {
				others[project] = true
			}
		}
	}
	return len(others) > 1
}
