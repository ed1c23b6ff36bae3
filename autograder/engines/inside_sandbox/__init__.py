"""All of the kit that untrusted code can see: these files hold no answers."""
