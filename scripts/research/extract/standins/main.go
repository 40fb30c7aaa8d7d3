// Command standins counts which pages of folders are judged to stand in for a page.
//
//	go run ./extract/standins -expected <folder>
//	go run ./extract/standins -ordinary <folder>,<folder>
//
// Names in the folder of the expected begin with what a page is: parked-, soft- (it says that there is no such page), or
// anything else where it keeps visitors out. The ordinary pages may be packed by gzip.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/standin"
	"github.com/farebox/farebox/scripts/research/extract/corpus"
)

func main() {
	expected := flag.String("expected", "", "folder of pages that stand in for others")
	ordinary := flag.String("ordinary", "", "folders of ordinary pages")
	flag.Parse()

	found := map[string]int{}
	err := walk(*expected, func(name, what string, v standin.Verdict) {
		want := "bars"
		switch {
		case strings.HasPrefix(name, "parked-"):
			want = string(standin.Parked)
		case strings.HasPrefix(name, "soft-"):
			want = string(standin.NotFound)
		}
		found["expected "+want]++
		if v.Bars() && want == "bars" || string(v.Kind) == want {
			found["found "+want]++
			return
		}
		fmt.Printf("%s: %q %q\n", name, v.Kind, what)
	})
	for folder := range strings.SplitSeq(*ordinary, ",") {
		if err == nil {
			err = walk(folder, func(name, what string, v standin.Verdict) {
				found["ordinary"]++
				if v.Kind != "" {
					found["ordinary judged "+string(v.Kind)]++
					fmt.Printf("%s %s: %q\n", v.Kind, filepath.Join(folder, name), what)
				}
			})
		}
	}
	fmt.Println(found)
	if err != nil {
		fmt.Fprintln(os.Stderr, "standins:", err)
		os.Exit(1)
	}
}

// walk judges the HTML files below a folder, and gives their names and the start of their texts.
func walk(folder string, f func(name, what string, v standin.Verdict)) error {
	if folder == "" {
		return nil
	}
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.Contains(entry.Name(), ".htm") {
			return err
		}

		body, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if packed, err := gzip.NewReader(bytes.NewReader(body)); err == nil {
			if body, err = io.ReadAll(packed); err != nil {
				return err
			}
		}

		page, err := htmlpage.Parse(corpus.UTF8(body), "https://example.com/")
		if err != nil {
			return err
		}

		name, err := filepath.Rel(folder, path)
		text, _ := page.Text(160)
		f(name, page.Title()+" / "+text, standin.Judge(nil, page))
		return err
	})
}
