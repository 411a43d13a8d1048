; Bash
