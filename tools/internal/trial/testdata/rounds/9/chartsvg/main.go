// truth: escape line 25,35 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"round/chartsvg/svg"
	"sync"
)

var canvases = sync.Pool{New: func() any { return new(svg.Canvas) }}

type series struct {
	name   string
	values []int
}

func draw(s series) ([]byte, error) {
	if len(s.values) == 0 {
		return nil, fmt.Errorf("series %s is empty", s.name)
	}
	c := canvases.Get().(*svg.Canvas)
	c.Reset()
	defer canvases.Put(c)
	c.Open("svg", "id", s.name)
	for i, v := range s.values {
		c.Open("rect", "x", i*10, "height", v)
		c.Close("rect")
	}
	c.Close("svg")
	if c.Depth != 0 {
		return nil, errors.New("unbalanced")
	}
	return c.Document(), nil
}

func main() {
	kept := map[string][]byte{}
	for i := range 12 {
		s := series{name: fmt.Sprint("s", i), values: []int{i, i + 1, i + 2}}
		text, err := draw(s)
		if err != nil {
			fmt.Println(err)
		}
		kept[s.name] = text
	}
	_, err := draw(series{name: "none"})
	fmt.Println(err)
	changed := 0
	for name, text := range kept {
		if !bytes.Contains(text, []byte(`"`+name+`"`)) {
			changed++
		}
	}
	fmt.Println("changed drawings:", changed > 0)
}
