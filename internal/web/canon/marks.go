package canon

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// kinds are the callouts that readers of Markdown know (GitHub's five and Obsidian's), by the words that themes use.
var kinds = map[string]string{
	"note": "note", "seealso": "note", "see-also": "note", "info": "info", "information": "info", "primary": "note", "tip": "tip", "hint": "tip", "success": "success", "check": "success",
	"important": "important", "warning": "warning", "warn": "warning", "attention": "warning", "caution": "caution", "danger": "danger", "error": "danger",
	"bug": "bug", "example": "example", "quote": "quote", "abstract": "abstract", "summary": "abstract", "tldr": "abstract", "question": "question", "faq": "question",
	"help": "question", "todo": "todo", "failure": "failure", "fail": "failure", "secondary": "note", "light": "note", "dark": "note", "deprecated": "warning", "versionadded": "info", "versionchanged": "info",
}

var (
	calloutClass  = regexp.MustCompile(`(?i)(?:^|\s)(?:callout|admonition|markdown-alert|theme-admonition|custom-block|alert|hint-container|message-box)(?:$|\s|-)`)
	calloutPrefix = regexp.MustCompile(`(?i)^(?:callout|admonition|markdown-alert|theme-admonition|alert|hint|is)-+`)
)

// markCallouts names the kind of each box that a theme sets apart.
func markCallouts(doc *html.Node) {
	visit(doc, func(n *html.Node) bool {
		if isElement(n, atom.Div, atom.Aside, atom.Blockquote, atom.Section, atom.Details) {
			if kind := calloutKind(n); kind != "" && !blank(textOf(n, 40)) {
				setAttr(n, AttrCallout, kind)
				return false
			}
		}
		return true
	})
}

func calloutKind(n *html.Node) string {
	if kind := kinds[strings.ToLower(attr(n, "data-callout"))]; kind != "" {
		return kind
	}
	switch {
	case hasClass(n, "note") && hasClass(n, "info"), hasClass(n, "msg") && hasClass(n, "message"):
		return "note"
	case hasClass(n, "note") && hasClass(n, "warn", "alert"), hasClass(n, "msg") && hasClass(n, "alert"):
		return "warning"
	}

	class := attr(n, "class")
	if !calloutClass.MatchString(class) || hasClass(n, "alert-dismissible") {
		return ""
	}

	for name := range strings.FieldsSeq(strings.ToLower(class)) {
		if kind := kinds[calloutPrefix.ReplaceAllString(name, "")]; kind != "" {
			return kind
		}
	}
	return ""
}

// markTasks replaces the boxes of task lists. Boxes elsewhere belong to menus and forms.
func markTasks(doc *html.Node) {
	visit(doc, func(n *html.Node) bool {
		if isElement(n, atom.Input) && strings.EqualFold(attr(n, "type"), "checkbox") && beginsItem(n) {
			checked := "false"
			if hasAttr(n, "checked") {
				checked = "true"
			}
			replace(withEmptyWrappers(n), element(Box, html.Attribute{Key: AttrChecked, Val: checked}))
			return false
		}
		return true
	})
}

// withEmptyWrappers is the highest element that holds a box and no text: themes draw their own box over it.
func withEmptyWrappers(n *html.Node) *html.Node {
	for isElement(n.Parent, atom.Label, atom.Span) && blank(textOf(n.Parent, 40)) {
		n = n.Parent
	}
	return n
}

// dropUnseen takes out what readers do not see: links that MediaWiki puts beside headings for those who edit, and the
// keys by which tables are sorted.
func dropUnseen(doc *html.Node) {
	visit(doc, func(n *html.Node) bool {
		isInCell := isElement(n, atom.Span) && isElement(n.Parent, atom.Td, atom.Th)
		if hasClass(n, "mw-editsection") || isInCell && isInvisible(attr(n, "style")) {
			remove(n)
			return false
		}
		return true
	})
}

func isInvisible(style string) bool {
	style = strings.ReplaceAll(style, " ", "")
	return strings.Contains(style, "visibility:hidden") || strings.Contains(style, "display:none")
}

func beginsItem(n *html.Node) bool {
	const levels = 3
	at := n
	for range levels {
		up := at.Parent
		if up == nil {
			return false
		}
		if isElement(up, atom.Li) {
			return !hasTextBefore(n, up) && !isElement(up.Parent, atom.Nav) &&
				(hasClass(up, "task-list-item", "todo-list__item") || hasClass(n, "task-list-item-checkbox") || hasAttr(n, "disabled") || hasAttr(up, "data-task"))
		}
		if !isElement(up, atom.P, atom.Label, atom.Span) {
			return false
		}
		at = up
	}
	return false
}
