def feedback_html(result):
    return ""
