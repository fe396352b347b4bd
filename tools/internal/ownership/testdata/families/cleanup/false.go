package cleanup

import "github.com/rcpool/rcpool"

// The parts so far are dropped at the end, however the function returns.
func sizeOfAll(texts []string) (n int, err error) {
	var all []rcpool.Ref[Part]
	defer func() {
		for i := range all {
			rcpool.Drop(&all[i])
		}
	}()
	for _, text := range texts {
		part := parts.Get()
		all = append(all, part)
		if err := fill(part.Value(), text); err != nil {
			return 0, err
		}
	}
	for _, part := range all {
		n += part.Value().Size
	}
	return n, nil
}

// If one fails, those before it are released and nil is returned.
func readAll(texts []string) ([]rcpool.Ref[Part], error) {
	all := make([]rcpool.Ref[Part], 0, len(texts))
	for _, text := range texts {
		part := parts.Get()
		if err := fill(part.Value(), text); err != nil {
			part.Release()
			for _, earlier := range all {
				earlier.Release()
			}
			return nil, err
		}
		all = append(all, part)
	}
	return all, nil
}

// The array of two is dropped by a generic helper.
func sizeOfTwo(left, right string) (int, error) {
	var two [2]rcpool.Ref[Part]
	defer dropAll(two[:])
	for i, text := range []string{left, right} {
		two[i] = parts.Get()
		if err := fill(two[i].Value(), text); err != nil {
			return 0, err
		}
	}
	return two[0].Value().Size + two[1].Value().Size, nil
}

// Each part of the map is released and deleted.
func store(texts map[int]string) error {
	u := &upload{byNo: map[int]rcpool.Ref[Part]{}}
	defer u.close()
	for no, text := range texts {
		part := parts.Get()
		u.byNo[no] = part
		if err := fill(part.Value(), text); err != nil {
			return err
		}
	}
	return nil
}

// The part of the map is replaced after its predecessor was released.
func replace(u *upload, no int, text string) error {
	part := parts.Get()
	if err := fill(part.Value(), text); err != nil {
		part.Release()
		return err
	}
	if old, ok := u.byNo[no]; ok {
		old.Release()
	}
	u.byNo[no] = part
	return nil
}

// The elements that are handed over are zero when the others are dropped.
func firstOf(texts []string) (first rcpool.Ref[Part], err error) {
	all := make([]rcpool.Ref[Part], len(texts))
	defer dropAll(all)
	for i, text := range texts {
		all[i] = parts.Get()
		if err := fill(all[i].Value(), text); err != nil {
			return rcpool.Ref[Part]{}, err
		}
	}
	if len(all) == 0 {
		return rcpool.Ref[Part]{}, errTooLarge
	}
	return rcpool.Move(&all[0]), nil
}

// The frame is dropped unless it is handed over.
func makeFrame(head, body string) (frame, error) {
	var f frame
	f.head = parts.Get()
	if err := fill(f.head.Value(), head); err != nil {
		f.drop()
		return frame{}, err
	}
	f.body = parts.Get()
	if err := fill(f.body.Value(), body); err != nil {
		f.drop()
		return frame{}, err
	}
	return f, nil
}

// The last part is taken off and released, until none is left.
func pop(texts []string) (n int) {
	var stack []rcpool.Ref[Part]
	for _, text := range texts {
		part := parts.Get()
		part.Value().Size = len(text)
		stack = append(stack, part)
	}
	for len(stack) > 0 {
		last := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n += last.Value().Size
		last.Release()
	}
	return n
}

// One part is dropped by its number, and the rest at the end.
func storeFirst(text string) {
	u := &upload{byNo: map[int]rcpool.Ref[Part]{}}
	defer u.close()
	u.byNo[1] = parts.Get()
	u.byNo[2] = parts.Get()
	u.byNo[1].Value().Size = len(text)
	u.drop(1)
}
