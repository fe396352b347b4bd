package cleanup

import "github.com/rcpool/rcpool"

// A part that cannot be filled is not among those that are dropped.
func sizeOfAllLost(texts []string) (n int, err error) {
	var all []rcpool.Ref[Part]
	defer func() {
		for i := range all {
			rcpool.Drop(&all[i])
		}
	}()
	for _, text := range texts {
		part := parts.Get() // want "leak: "
		if err := fill(part.Value(), text); err != nil {
			return 0, err
		}
		all = append(all, part)
	}
	for _, part := range all {
		n += part.Value().Size
	}
	return n, nil
}

// If one fails, those before it are lost.
func readAllLost(texts []string) ([]rcpool.Ref[Part], error) {
	all := make([]rcpool.Ref[Part], 0, len(texts))
	for _, text := range texts {
		part := parts.Get() // want "leak: "
		if err := fill(part.Value(), text); err != nil {
			part.Release()
			return nil, err
		}
		all = append(all, part)
	}
	return all, nil
}

// Only the first of the two is dropped.
func sizeOfOneOfTwo(left, right string) (int, error) {
	var two [2]rcpool.Ref[Part]
	defer dropAll(two[:1])
	for i, text := range []string{left, right} {
		two[i] = parts.Get() // want "leak: "
		if err := fill(two[i].Value(), text); err != nil {
			return 0, err
		}
	}
	return two[0].Value().Size + two[1].Value().Size, nil
}

// The part is released here, and by the upload that has it.
func storeTwice(texts map[int]string) error {
	u := &upload{byNo: map[int]rcpool.Ref[Part]{}}
	defer u.close()
	for no, text := range texts {
		part := parts.Get()
		u.byNo[no] = part
		if err := fill(part.Value(), text); err != nil {
			part.Release() // want "double-release: "
			return err
		}
	}
	return nil
}

// The part is released when it cannot be filled, and then put into the map.
func replaceReleased(u *upload, no int, text string) error {
	part := parts.Get()
	err := fill(part.Value(), text)
	if err != nil {
		part.Release()
	}
	u.drop(no)
	u.byNo[no] = part // missed "(use-after-release|double-release|escape): "
	return err
}

// The first element is returned, and dropped with the others.
func firstOfDropped(texts []string) (first rcpool.Ref[Part], err error) {
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
	return all[0], nil // want "(escape|double-release|use-after-release): "
}

// If the body cannot be filled, the head is lost.
func makeHalfFrame(head, body string) (frame, error) {
	var f frame
	f.head = parts.Get() // want "leak: "
	if err := fill(f.head.Value(), head); err != nil {
		f.drop()
		return frame{}, err
	}
	f.body = parts.Get()
	if err := fill(f.body.Value(), body); err != nil {
		f.body.Release()
		return frame{}, err
	}
	return f, nil
}

// The last part is released before it is read.
func popStale(texts []string) (n int) {
	var stack []rcpool.Ref[Part]
	for _, text := range texts {
		part := parts.Get()
		part.Value().Size = len(text)
		stack = append(stack, part)
	}
	for len(stack) > 0 {
		last := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		last.Release()
		n += last.Value().Size // want "use-after-release: "
	}
	return n
}

// The part that was released is still in the map when the rest is closed.
func storeReleased(text string) {
	u := &upload{byNo: map[int]rcpool.Ref[Part]{}}
	defer u.close()
	u.byNo[1] = parts.Get()
	u.byNo[2] = parts.Get()
	u.byNo[1].Value().Size = len(text)
	u.byNo[1].Release() // want "double-release: "
}
