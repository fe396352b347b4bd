package keptlists

import "slices"

// The words are copied.
func wordsCopied(text string) []string {
	p := planners.Get().(*planner)
	defer planners.Put(p)
	return slices.Clone(p.split(text))
}

// The list was taken out of the planner, or copied by it.
func wordsTaken(text string) []string {
	p := planners.Get().(*planner)
	defer planners.Put(p)
	if text == "" {
		return p.copied(text)
	}
	return p.take(text)
}

// The field gets another list each time.
func found(text string) []string {
	p := planners.Get().(*planner)
	defer planners.Put(p)
	return p.find(text)
}
