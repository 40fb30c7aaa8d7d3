package site

// StylePath is the path of the style sheet, for pages elsewhere that look like these.
func StylePath() string { return stylePath }
