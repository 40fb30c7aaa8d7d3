package discovery

import (
	"bytes"
	_ "embed"
	"html/template"
)

//go:embed bot.html
var botText string

// botHTML is the page that the crawler's User-Agent names: what it does and how to keep it off.
func botHTML(service Service) ([]byte, error) {
	page, err := template.New("bot").Parse(botText)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if err := page.Execute(&buf, service); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
