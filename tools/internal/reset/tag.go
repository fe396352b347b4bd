package reset

import (
	"fmt"
	"reflect"
	"strings"
)

// Options are the options in the tag of a field.
type options struct {
	keep, drop, owned bool
	limit             Size // 0 means the limit of the file
}

// parseTag reads the tag of a field.
func parseTag(tag string) (o options, err error) {
	text, ok := reflect.StructTag(tag).Lookup("rcpool")
	if !ok {
		if strings.HasPrefix(strings.TrimSpace(tag), "rcpool") {
			err = fmt.Errorf("the tag `%s` is malformed; write `rcpool:\"keep\"`, with the quotes", tag)
		}
		return o, err
	}
	words := strings.Split(text, ",")
	for _, word := range words {
		limit, isLimit := strings.CutPrefix(word, "limit=")
		switch {
		case word == "keep":
			o.keep = true
		case word == "drop":
			o.drop = true
		case word == "owned":
			o.owned = true
		case isLimit:
			if o.limit, err = ParseSize(limit); err != nil {
				return o, fmt.Errorf("in the tag rcpool:%q: %w", text, err)
			}
		default:
			return o, fmt.Errorf("unknown tag rcpool:%q; the tags are keep, drop, owned and limit=64KiB", text)
		}
	}
	if (o.keep || o.drop) && len(words) > 1 {
		return o, fmt.Errorf("the tag rcpool:%q contradicts itself; use keep or drop alone", text)
	}
	return o, nil
}
